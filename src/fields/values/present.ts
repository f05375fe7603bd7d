import type { ValuesResult } from './expected.js'

/**
 * The answer of section 4.6 of the contract, as JSON text: its keys are those that callers sent (`__proto__` may be
 * among the failures), which a compiled serialiser cannot write.
 */
export function presentValues (result: ValuesResult): string {
  if ('shown' in result) return `{"custom_fields":{"${result.groupId}":${result.shown}},"errors":[]}`
  return `{"custom_fields":null,"errors":${result.failures.toJson()}}`
}
