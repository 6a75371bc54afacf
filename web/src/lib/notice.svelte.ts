/** A sentence that the page shows for a while, wherever one goes. */

export const notice: { text: string } = $state({ text: '' });
