"use strict";
// The search box exists only where scripts run; everything else works without.
for (const box of document.querySelectorAll("input[type=search]")) {
  const rows = document.querySelectorAll(box.dataset.rows);
  box.hidden = false;
  box.addEventListener("input", () => {
    const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const row of rows) {
      const text = row.textContent.toLowerCase();
      row.hidden = !words.every((word) => text.includes(word));
    }
  });
}
