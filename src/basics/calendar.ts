const dateFormat = /^(\d{4})-(\d{2})-(\d{2})$/
const daysOfMonths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/**
 * Whether the text is a day of the Gregorian calendar, `YYYY-MM-DD`, years 0000 to 9999: JavaScript reads the 30th of
 * February as the 2nd of March.
 */
export function isCalendarDate (text: string): boolean {
  const match = dateFormat.exec(text)
  if (match === null) return false
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number]
  return day >= 1 && day <= daysIn(year, month)
}

/** 0 if there is no such month. */
function daysIn (year: number, month: number): number {
  return month === 2 && isLeapYear(year) ? 29 : daysOfMonths[month - 1] ?? 0
}

function isLeapYear (year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
}
