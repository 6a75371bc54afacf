/** Whether the connection to a table is lost just now: the bar shows it. */

export const offline: { lost: boolean } = $state({ lost: false });
