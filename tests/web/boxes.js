// What is wrong with where things lie on a table's page; `over`: the game has ended, and its result is to be seen.
([over]) => {
  const found = [];
  const seen = (one) => one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().width > 0;
  const shown = (selector) => [...document.querySelectorAll(selector)].filter(seen);
  const box = (one) => one.getBoundingClientRect();
  const said = (one) => one.getAttribute('aria-label') ?? one.textContent.slice(0, 30);
  const name = (one) => `${one.getAttribute('class')} (${said(one)})`;
  const overlap = (a, b, from, to) => Math.min(a[to], b[to]) - Math.max(a[from], b[from]) > 1;
  const meet = (a, b) => overlap(a, b, 'left', 'right') && overlap(a, b, 'top', 'bottom');
  const inside = ({ left, right, top, bottom }) =>
    left > -1 && top > -1 && right < innerWidth + 1 && bottom < innerHeight + 1;
  const [boards, hands, strips] = [shown('.board-place'), shown('[data-hand]'), shown('.strip')];
  const [cards, tools, ends] = [shown('.pl'), shown('nav.tools'), shown('[data-result]')];
  const places = shown('[data-location], [data-cell], [data-spot]');

  if (boards.length !== 1) found.push(`${boards.length} boards`);
  if (strips.length !== (over ? 0 : 1)) found.push(`${strips.length} places for messages`);
  if (over ? ends.length !== 1 : ends.length > 0) found.push(`${ends.length} results`);
  if (document.documentElement.scrollWidth > innerWidth + 1) found.push('the page can be moved sideways');

  // what a move needs is on the screen
  const needed = over ? [] : [...boards, ...strips, ...hands, ...cards, ...places, ...shown('[data-hand] button')];
  for (const one of needed.filter((one) => !inside(box(one)))) {
    found.push(`not on the screen: ${name(one)} ${JSON.stringify(box(one))}`);
  }

  // nothing lies over anything: by their boxes, and by what a finger would meet there
  const corners = document.querySelector('.game.corners') !== null; // players sit in the corners that the board leaves
  const blocks = [...strips, ...hands, ...cards, ...tools, ...ends];
  blocks.forEach((one, index) => {
    for (const other of blocks.slice(index + 1)) {
      if (!meet(box(one), box(other)) || one.contains(other)) continue;
      found.push(`${name(one)} and ${name(other)} cover each other`);
    }
    if (cards.includes(one) && corners) return;
    if (boards.some((board) => meet(box(one), box(board)))) found.push(`${name(one)} lies over the board`);
  });
  const reach = (one, within) => {
    const { left, top, width, height } = box(one);
    const met = document.elementFromPoint(left + width / 2, top + height / 2);
    if (met !== null && !within.contains(met)) found.push(`${name(one)} is under ${name(met)}`);
  };
  if (!over) {
    for (const one of places) reach(one, boards[0]);
    for (const one of shown('[data-hand] button, [data-hand] [role=button]')) reach(one, one.closest('[data-hand]'));
  }
  for (const card of cards) {
    const called = card.querySelector('.name');
    if (called.scrollHeight > called.clientHeight + 2) found.push(`the name is cut: ${name(card)}`);
    if (!corners) reach(called, card);
  }
  for (const one of strips) {
    if (one.scrollHeight > one.clientHeight + 1) found.push(`the message is cut: ${name(one)}`);
  }
  for (const one of shown('.chat form input, .chat form button')) reach(one, one.closest('.chat'));
  for (const end of ends) reach(end.querySelector('h2'), end);
  return found;
}
