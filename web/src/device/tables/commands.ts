/** What may be said at a table, one function a message; the same as on the server, where nobody else sits. */

import type { Ask, Choose, FromClient, Join, Move, Seat } from '../../lib/types';
import { deal, entryOf, lost } from './entries';
import type { Line, Room } from './room';
import { No } from './rules';

const HINTED = 3;

type Untyped<Message> = Omit<Message, 'type'>;

/** What was said, as far as anything here asks; nothing of it is believed before it is looked at. */
export type Said = Pick<FromClient, 'type'> &
  Partial<Omit<Untyped<Join>, 'seq'> & Untyped<Move> & Untyped<Choose> & Untyped<Ask>>;

function seatOf(room: Room, line: Line): Seat {
  if (typeof line.viewer !== 'number' || room.progress.bots.has(line.viewer)) throw new No('not_seated', 403);
  return line.viewer;
}

function mustPlay(room: Room): void {
  if (!room.progress.playing) throw new No(room.progress.over ? 'over' : 'not_started');
}

type Command = (room: Room, line: Line, said: Said, id: string | null) => Promise<void> | void;

const done = (room: Room, line: Line, id: string | null): void =>
  line.hear({ type: 'done', id, seq: room.progress.seq });

export const COMMANDS: Record<string, Command> = {
  join(room, line, said) {
    line.viewer = room.viewerFor(said.seat ?? null);
    line.knowledge = said.knowledge === true;
    line.effects = said.effects === true;
    line.language = said.language ?? line.language;
    room.welcome(line, Number.isInteger(said.seq) ? said.seq! : 0);
    room.turns.advance();
  },

  async move(room, line, said, id) {
    const { move, ply, seq } = said;
    if (typeof move !== 'string' || !Number.isInteger(ply)) throw new No('bad_message', 400);
    const message = { move, ply: ply!, ...(typeof seq === 'number' ? { seq } : {}) };
    const fresh = await room.commit(
      () => {
        const seat = typeof line.viewer === 'number' && !room.progress.bots.has(line.viewer) ? line.viewer : null;
        const after = room.progress.tryMove(seat, message, room.thought.used);
        return after === null ? null : { entry: entryOf(room, 'move', seat, move), after };
      },
      line,
      id,
    );
    if (!fresh) done(room, line, id);
  },

  async choose(room, line, said, id) {
    const seat = seatOf(room, line);
    await room.commit(
      () => {
        if (room.progress.choosing !== seat) throw new No('not_choosing');
        const { first = -1 } = said;
        const there = Number.isInteger(first) && first >= 0 && first < room.row.settings.players;
        if (!there) throw new No('bad_message', 400);
        return { entry: deal(room, first, seat), after: null };
      },
      line,
      id,
    );
  },

  /** All who play here are at this device: what one asks for, all agree to. */
  async ask(room, line, said, id) {
    const seat = seatOf(room, line);
    if (said.what === 'take_back') {
      await room.commit(
        () => {
          if (!room.progress.playing) throw new No(room.progress.position === null ? 'not_started' : 'over');
          const ply = room.progress.backTo(room.humans);
          if (ply === null) throw new No('nothing_to_take_back');
          return { entry: entryOf(room, 'back', seat, String(ply)), after: null };
        },
        line,
        id,
      );
    } else if (said.what === 'rematch') {
      if (!room.progress.over) throw new No('not_over');
      const table = await room.again();
      room.toAll({ type: 'rematch', table });
      done(room, line, id);
    } else throw new No('bad_message', 400);
  },

  async resign(room, line, _, id) {
    const seat = seatOf(room, line);
    await room.commit(
      () => {
        mustPlay(room);
        return lost(room, seat, 'resigned');
      },
      line,
      id,
    );
  },

  async claim(room, line, _, id) {
    seatOf(room, line);
    await room.commit(
      () => {
        const mover = room.progress.toMove;
        const late = room.progress.clocks.fallen(room.thought.used);
        if (mover === null || room.progress.bots.has(mover) || !late) throw new No('no_time_out');
        return lost(room, mover, 'time');
      },
      line,
      id,
    );
  },

  foresee(room, line, _, id) {
    const { progress } = room;
    const mine = typeof line.viewer === 'number' && line.viewer === progress.toMove && !progress.bots.has(line.viewer);
    line.hear({ type: 'foreseen', id, ply: progress.ply, moves: mine ? progress.foreseen() : {} });
  },

  async hint(room, line, _, id) {
    const seat = seatOf(room, line);
    mustPlay(room);
    if (room.progress.toMove !== seat) throw new No('not_your_turn', 403);
    const { ply, seq } = room.progress;
    const [advice, why] = await room.turns.advise(seat, line.language);
    // whoever asked may have handed the device on meanwhile
    if (line.viewer !== seat || room.progress.seq !== seq) throw new No('stale');
    const moves = advice.moves.slice(0, HINTED);
    line.hear({ type: 'hint', id, ply, best: moves[0]!.move, moves, exact: advice.exact, why });
  },

  decline: (room, line, _, id) => done(room, line, id),
  mute: (room, line, _, id) => done(room, line, id),
  ping: (room, line, _, id) => done(room, line, id),
};
