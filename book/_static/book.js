// A picture that is wider than its frame is first seen at its root, not at its leftmost leaf.
addEventListener("DOMContentLoaded", () => {
  for (const frame of document.querySelectorAll(".mg-frame")) {
    const root = frame.querySelector("svg.mg-tree > g");
    if (root && frame.scrollWidth > frame.clientWidth) {
      const { left, width } = root.getBoundingClientRect();
      frame.scrollLeft = left + width / 2 - frame.getBoundingClientRect().left - frame.clientWidth / 2;
    }
  }
});

// The theme's mode button lets go of the keyboard's focus after each press; who presses it with the
// keyboard may want to press it again.
addEventListener("click", (event) => {
  const button = event.target.closest?.(".theme-switch-button");
  if (button) requestAnimationFrame(() => button.focus());
});
