import { MEBIBYTE } from '../basics/units.js'

/** Limits of custom fields. Their texts are here, or errors in src/errors.ts. */

/** Entries that an item may hold in one group. */
export const MOST_ENTRIES = 1000
export const TOO_MANY_ENTRIES = `Must not have more than ${MOST_ENTRIES} entries`

/** Maximum number of bytes of the stored values of an item in one group. */
export const LARGEST_DOCUMENT = MEBIBYTE
export const DOCUMENT_TOO_LARGE = 'Must not be larger than 1 MiB'

/** The most bytes of the stored values of an item in all groups: its index entry and its lines have all of them. */
export const LARGEST_DOCUMENTS = MEBIBYTE
export const DOCUMENTS_TOO_LARGE = 'Must not be larger than 1 MiB with the other groups'

/** Maximum number of field groups of an account, and of fields in all of them. */
export const MOST_GROUPS = 1000
export const MOST_FIELDS = 2000

/** Every request that sets values reads the fields of the group, with the options of their dropdowns. */
export const LARGEST_OPTIONS = MEBIBYTE
