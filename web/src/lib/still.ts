/**
 * For `{@attach}`, on what fingers drag: the page stays still under them. Without it a browser takes the end of a
 * quick drag for
 * a fling and swallows the next tap, whatever touch-action says.
 */
export function still(element: HTMLElement): () => void {
  const stay = (event: TouchEvent): void => {
    if (event.cancelable) event.preventDefault();
  };
  element.addEventListener('touchmove', stay, { passive: false });
  return () => element.removeEventListener('touchmove', stay);
}
