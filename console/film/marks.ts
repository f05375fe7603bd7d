import type { Mark } from '../room/stage.ts'

/** More places on a bar look like one, and take long to draw. */
const PLACES = 200

/** The marks of a bar. Of more than there are places, those at one place are one mark, which leads to an open one. */
export function placed (marks: readonly Mark[], duration: number): readonly Mark[] {
  if (marks.length <= PLACES) return marks
  const places = new Map<number, Mark[]>()
  for (const mark of marks) {
    const place = Math.floor(Math.min(mark.time / duration, 1) * PLACES)
    const there = places.get(place)
    if (there === undefined) places.set(place, [mark])
    else there.push(mark)
  }
  return [...places.values()].map((there) => {
    const mark = there.find(({ done }) => !done) ?? there[0]!
    return there.length === 1 ? mark : { ...mark, name: `${mark.name}, and ${there.length - 1} more` }
  })
}
