// Dragging of dice and tiles, by mouse and touch.

const FAR = 6; // px that the pointer moves before a drag starts
const EDGE = 56; // px from a scrolling area's edge within which it scrolls
const STEP = 12; // maximum px to scroll per frame

/** Make items draggable. table: provides pickUp(key), drop(pick, key) and cancelDrag(key). */
export function watchDrags(table) {
  let drag = null;
  const { root } = table;

  root.addEventListener("pointerdown", (event) => {
    const item = event.target.closest(".can[data-pick]");
    if (!item || event.button > 0) return;
    drag = { item, key: item.dataset.pick, x: event.clientX, y: event.clientY, ghost: null, id: event.pointerId };
  });
  // Don't select text while dragging.
  document.addEventListener("selectstart", (event) => drag && event.preventDefault());
  addEventListener("pointermove", (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    if (!drag.ghost && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < FAR) return;
    if (!drag.ghost) begin();
    drag.at = { clientX: event.clientX, clientY: event.clientY };
    drag.ghost.style.translate = `${event.clientX - drag.dx}px ${event.clientY - drag.dy}px`;
    showTarget();
    drag.scrolling ||= requestAnimationFrame(scroll);
  });
  addEventListener("pointerup", (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    const { ghost, key } = drag;
    const target = ghost && targetAt(event);
    const dropped = drag;
    end();
    if (!ghost) return;
    table.dragged = event.timeStamp;
    if (target) table.drop(key, target.dataset.drop);
    else table.cancelDrag(dropped.key);
  });
  addEventListener("pointercancel", () => drag && end());

  function begin() {
    const box = drag.item.getBoundingClientRect();
    drag.dx = drag.x - box.left;
    drag.dy = drag.y - box.top;
    drag.ghost = drag.item.cloneNode(true);
    drag.ghost.removeAttribute("data-key");
    drag.ghost.classList.add("ghost");
    drag.ghost.inert = true;
    drag.ghost.style.width = `${box.width}px`;
    root.append(drag.ghost);
    table.pickUp(drag.key);
    if (!drag.ghost.isConnected) root.append(drag.ghost); // the table was rendered again
  }

  function showTarget() {
    const over = targetAt(drag.at);
    if (over === drag.over) return;
    drag.over?.classList.remove("over");
    over?.classList.add("over");
    drag.over = over;
  }

  /** Scroll while an item is held near an edge: the board on desktops, the page on phones. */
  function scroll() {
    if (!drag?.ghost) return;
    const board = root.querySelector(".board");
    const isBoard = board.scrollHeight > board.clientHeight;
    const scrolled = isBoard ? board : document.scrollingElement;
    const top = isBoard ? board.getBoundingClientRect().top : 0;
    const bottom = root.querySelector(".dock").getBoundingClientRect().top; // the dock covers the page
    const previousTop = scrolled.scrollTop;
    scrolled.scrollTop += pull(drag.at.clientY, top, bottom);
    if (scrolled.scrollTop !== previousTop) showTarget();
    drag.scrolling = requestAnimationFrame(scroll);
  }

  function end() {
    cancelAnimationFrame(drag.scrolling);
    drag.over?.classList.remove("over");
    drag.ghost?.remove();
    drag = null;
  }

  /** @returns {HTMLElement | null} */
  function targetAt({ clientX, clientY }) {
    drag.ghost.hidden = true;
    const beneath = document.elementsFromPoint(clientX, clientY);
    drag.ghost.hidden = false;
    return beneath.map((element) => /** @type {HTMLElement} */ (element.closest(".drop[data-drop]"))).find(Boolean) ?? null;
  }
}

/** Number of pixels to scroll for an item held at y: the closer to an edge, the more. */
function pull(y, top, bottom) {
  const above = top + EDGE - y;
  const below = y - (bottom - EDGE);
  if (above > 0) return -Math.ceil(Math.min(1, above / EDGE) * STEP);
  return below > 0 ? Math.ceil(Math.min(1, below / EDGE) * STEP) : 0;
}
