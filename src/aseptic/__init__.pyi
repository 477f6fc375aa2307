from aseptic.flows.remember import Statement as Statement
from aseptic.memory import Memory as Memory
from aseptic.model.access import Access as Access

__version__: str
