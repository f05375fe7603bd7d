/** How many letters have to be added, removed or replaced to make one text of the other. */
export function distance (a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [row, letter] of [...a].entries()) {
    const here = [row + 1]
    for (const [column, other] of [...b].entries()) {
      here.push(Math.min(above[column]! + Number(letter !== other), above[column + 1]! + 1, here[column]! + 1))
    }
    above = here
  }
  return above[b.length]!
}
