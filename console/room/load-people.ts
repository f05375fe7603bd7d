/** Loaded at the first `@`. */
export const loadPeople = async () => (await import('./people.tsx')).People
