import { InvalidParameter } from '../errors.js'
import { inspect } from './inspect.js'
import { OneOf } from './schemas.js'

/** The parameter `for` of what may be a CSV: the spreadsheet that is to open it. */
export const SheetReader = OneOf(['excel'])

export const FOR_RULE = 'Must come with format=csv'

/** Throws InvalidParameter if the parameter was sent with another format, or with none. */
export function requireSheet (reader: unknown, format: unknown): void {
  if (reader !== undefined && format !== 'csv') throw new InvalidParameter('for', inspect(reader), FOR_RULE)
}
