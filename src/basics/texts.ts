/** The order of texts in both databases: by code points. JavaScript compares UTF-16 units. */
export function compareTexts (a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let index = 0; index < length; index++) {
    const first = a.charCodeAt(index)
    const second = b.charCodeAt(index)
    if (first === second) continue
    return isHalf(first) === isHalf(second) ? first - second : isHalf(first) ? 1 : -1
  }
  return a.length - b.length
}

function isHalf (unit: number): boolean {
  return unit >= 0xd800 && unit < 0xe000
}

/** The form in which exact values are compared: a letter with an accent is one character, however it was typed. */
export const comparable = (value: string) => value.normalize('NFC')

/** The same without regard to case. */
export const comparableInAnyCase = (value: string) => comparable(comparable(value).toUpperCase().toLowerCase())
