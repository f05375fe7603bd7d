import { approvalSearch } from './approvals/search.js'
import { attachmentLine } from './attachments/line.js'
import { collectionSearch } from './collections/search.js'
import { commentLine } from './comments/line.js'
import type { Extension } from './core/extension.js'
import { favoriteSearch } from './favorites/search.js'

/** What domains add to searches and exports, in the order of the parameters of a search. */
export const extensions: readonly Extension[] = [
  { search: collectionSearch },
  { search: approvalSearch },
  { search: favoriteSearch },
  { line: commentLine },
  { line: attachmentLine }
]
