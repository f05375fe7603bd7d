import { FormatRegistry, Kind, Type, TypeRegistry } from '@sinclair/typebox'
import { isEmail } from '../access/email.js'
import { hasPasswordLength, LONGEST_PASSWORD, SHORTEST_PASSWORD } from '../access/passwords.js'
import { isTextList, LIST_RULE, STRING_RULE } from './rules.js'

FormatRegistry.Set('address', isEmail)

/** An e-mail address. */
export const Email = Type.String({ format: 'address', wrongType: STRING_RULE, wrongValue: 'Must be an e-mail address' })

TypeRegistry.Set<{ maxItems: number }>('Emails', ({ maxItems }, value) =>
  isTextList(value) && value.length >= 1 && value.length <= maxItems && value.every(isEmail))

/** A list of e-mail addresses. */
export function emailsUpTo (maxItems: number) {
  return Type.Unsafe<string[]>({
    [Kind]: 'Emails',
    type: 'array',
    items: { type: 'string' },
    minItems: 1,
    maxItems,
    wrongType: LIST_RULE,
    ruleOf (value: unknown) {
      if (!isTextList(value)) return undefined
      const isCounted = value.length >= 1 && value.length <= maxItems
      return isCounted ? 'Must be an array of e-mail addresses' : `${LIST_RULE} of 1 to ${maxItems} elements`
    }
  })
}

/** A password to sign in with. An impossible one is answered like a wrong one, not with 422. */
export const SentPassword = Type.String({
  wrongType: STRING_RULE,
  secret: true,
  documentedAs: { type: 'string', format: 'password' }
})

FormatRegistry.Set('new-password', hasPasswordLength)

/** A password to be set. */
export const NewPassword = Type.String({
  format: 'new-password',
  wrongType: STRING_RULE,
  wrongValue: `${STRING_RULE} of ${SHORTEST_PASSWORD} to ${LONGEST_PASSWORD} characters`,
  secret: true,
  documentedAs: {
    type: 'string', format: 'password', minLength: SHORTEST_PASSWORD, maxLength: LONGEST_PASSWORD
  }
})

/** The same, or null where there is to be none. */
export const NewPasswordOrNull = Type.Union([NewPassword, Type.Null()], {
  ruleOf: (value: unknown) => typeof value === 'string' ? NewPassword.wrongValue : STRING_RULE,
  secret: true,
  documentedAs: { ...NewPassword.documentedAs, type: ['string', 'null'] }
})
