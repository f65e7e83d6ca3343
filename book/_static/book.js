// A picture that is wider than its frame is first seen at its root, not at its leftmost leaf.
const showRoots = (part) => {
  for (const frame of part.querySelectorAll(".mg-frame")) {
    const root = frame.querySelector("svg.mg-tree > g");
    if (root && frame.scrollLeft === 0 && frame.scrollWidth > frame.clientWidth) {
      const { left, width } = root.getBoundingClientRect();
      frame.scrollLeft = left + width / 2 - frame.getBoundingClientRect().left - frame.clientWidth / 2;
    }
  }
};
addEventListener("DOMContentLoaded", () => showRoots(document));
// A picture in a fold has no width until the fold is opened.
addEventListener("toggle", (event) => showRoots(event.target), true);

// Sphinx calls the works cited a list, and each of them something that no list may hold.
addEventListener("DOMContentLoaded", () => {
  for (const list of document.querySelectorAll(".citation-list")) {
    for (const work of list.children) work.setAttribute("role", "listitem");
  }
});

// The theme's mode button lets go of the keyboard's focus after each press; who presses it with the
// keyboard may want to press it again.
addEventListener("click", (event) => {
  const button = event.target.closest?.(".theme-switch-button");
  if (button) requestAnimationFrame(() => button.focus());
});
