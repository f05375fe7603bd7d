import { createPace } from './pace.js'
import type { ValuesResult } from './values.js'

/**
 * The answer of section 4.6 of the contract, as JSON text: its keys are what callers sent (`__proto__` may be among the failures),
 * which a serialiser that knows its keys beforehand cannot write. There may be a hundred thousand failures.
 */
export async function presentValues (result: ValuesResult): Promise<string> {
  if ('shown' in result) return `{"custom_fields":{"${result.groupId}":${result.shown}},"errors":[]}`
  const pace = createPace()
  const errors: string[] = []
  for (const [key, text] of result.failures) {
    const turn = pace()
    if (turn !== undefined) await turn
    errors.push(`{${JSON.stringify(key)}:${JSON.stringify(text)}}`)
  }
  return `{"custom_fields":null,"errors":[${errors.join()}]}`
}
