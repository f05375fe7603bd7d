/** The seconds from a moment to another one; 0 if the first is null, or comes later. */
export function ageInSeconds (moment: number | string | null | undefined, now: number): number {
  if (moment === null || moment === undefined) return 0
  return Math.max(0, now - (typeof moment === 'number' ? moment : Date.parse(moment))) / 1000
}
