/** What the order of comments depends on. */
interface Placed {
  readonly id: number
  readonly time: number | null
  readonly page: number | null
}

/** In the order of their moments, then of their pages; those about the whole are last. */
export function byMoment (one: Placed, other: Placed): number {
  return after(one.time, other.time) || after(one.page, other.page) || one.id - other.id
}

export function newestFirst (one: Placed, other: Placed): number {
  return other.id - one.id
}

function after (one: number | null, other: number | null): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null)
  return one - other
}
