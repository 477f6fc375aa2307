"""GateMem education and office: what a governed store serves to whom, measured without a model."""
