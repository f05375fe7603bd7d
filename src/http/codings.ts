/** Whether an `Accept-Encoding` has the coding, and does not refuse it by `q=0`. */
export function accepts (header: string | undefined, coding: 'br' | 'gzip'): boolean {
  return header?.split(',').some((part) => {
    const [name, ...parameters] = part.toLowerCase().split(';').map((text) => text.trim())
    return name === coding && !parameters.some((parameter) => /^q\s*=\s*0(?:\.0*)?$/.test(parameter))
  }) === true
}
