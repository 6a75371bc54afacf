// What is wider than the card it lies in, or than itself: a button, a field, a heading, a row of links. Empty cards.
() => {
  const seen = (one) => one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().width > 1;
  const said = (one) => `${one.tagName} (${one.textContent.trim().slice(0, 30)})`;
  const moved = (one, card) =>
    one !== card && (/auto|scroll/.test(getComputedStyle(one).overflowX) || moved(one.parentElement, card));
  const found = [];
  for (const one of document.querySelectorAll('main :is(.btn, input, select, h1, h2, .levels, nav a)')) {
    const card = one.parentElement.closest('.card, main');
    if (!seen(one) || card === null || moved(one.parentElement, card)) continue;
    const [its, cards] = [one.getBoundingClientRect(), card.getBoundingClientRect()];
    if (its.left < cards.left - 1 || its.right > cards.right + 1) found.push(`${said(one)} pokes out of its card`);
    if (one.matches('.btn, h1, h2') && one.scrollWidth > one.clientWidth + 1) found.push(`${said(one)} is cut`);
  }
  for (const card of document.querySelectorAll('main .card')) {
    const empty = card.textContent.trim() === '' && card.querySelector('svg, img, canvas, input, progress') === null;
    if (seen(card) && empty) found.push(`an empty card: ${card.className}`);
  }
  return found;
};
