/** Points of a line by hand that lie this near to the line without them are left out, in fractions of the picture. */
const NEAR = 0.0006

/** The points that a line by hand needs, at most this many. */
export function thin (points: readonly number[][], most: number): number[][] {
  for (let near = NEAR; ; near *= 2) {
    const kept = simplify(points, near)
    if (kept.length <= most || near > 1) return kept.slice(0, most)
  }
}

/** The algorithm of Ramer, Douglas and Peucker. */
function simplify (points: readonly number[][], near: number): number[][] {
  const isKept = points.map((_point, index) => index === 0 || index === points.length - 1)
  for (const open = [[0, points.length - 1]]; open.length > 0;) {
    const [start, end] = open.pop() as [number, number]
    let farthest = start
    let most = near
    for (let index = start + 1; index < end; index++) {
      const away = distance(points[index]!, points[start]!, points[end]!)
      if (away > most) [farthest, most] = [index, away]
    }
    if (farthest === start) continue
    isKept[farthest] = true
    open.push([start, farthest], [farthest, end])
  }
  return points.filter((_point, index) => isKept[index])
}

/** From a point to the line between two others. */
function distance (point: number[], from: number[], to: number[]): number {
  const [x, y] = [to[0]! - from[0]!, to[1]! - from[1]!]
  const [px, py] = [point[0]! - from[0]!, point[1]! - from[1]!]
  const square = x * x + y * y
  const along = square === 0 ? 0 : Math.min(1, Math.max(0, (px * x + py * y) / square))
  return Math.hypot(px - along * x, py - along * y)
}
