import type { Signal } from '@preact/signals'
import type { Schemas } from '../api/client.ts'

export type Comment = Schemas['Comment']

/** Somebody to mention. */
export interface Person {
  readonly id: number
  readonly name: string
}

/** What the comments of an item need of the page that they are on: of the console, or of a link. */
export interface Talk {
  readonly comments: readonly Comment[]
  /** Adds a comment or a reply. Resolves to whether it was added. */
  readonly add: ((body: object) => Promise<boolean>) | null
  readonly setDone: ((comment: Comment, done: boolean) => void) | null
  readonly remove: ((comment: Comment) => void) | null
  readonly mayRemove: (comment: Comment) => boolean
  /** The version that a comment was made on, if it matters. */
  readonly versionOf: (comment: Comment) => { readonly name: string, readonly isEarlier: boolean } | null
  /** The comment that is answered in the field for new ones. Null where each comment has a field for replies. */
  readonly replyTo: Signal<Comment | null> | null
  /** The people who may be mentioned. Null where nobody is. */
  readonly people: (() => Promise<readonly Person[]>) | null
  readonly words: { readonly field: string, readonly goTo: (moment: string) => string | undefined }
}
