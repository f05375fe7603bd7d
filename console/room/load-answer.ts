/** Where each comment has a field for replies, it is loaded at the first one. */
export const loadAnswer = async () => (await import('./answer.tsx')).Answer
