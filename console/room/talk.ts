import type { Signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import type { operations } from '../../client/cutroom.d.ts'
import type { Schemas } from '../api/client.ts'
import type { Stage } from './stage.ts'

export type Comment = Schemas['Comment']
/** What is sent for a new comment. */
export type NewComment = operations['addAssetComment']['requestBody']['content']['application/json']

/** Somebody to mention. */
export interface Person {
  readonly id: number
  /** What is written of them. */
  readonly name: string
  /** Tells apart who have one name. */
  readonly email: string
}

/** What the comments of an item need of the page that they are on: of the console, or of a link. */
export interface Talk {
  /** What they are about, for what this tab keeps. */
  readonly name: string
  /** What the screen shows beside them. */
  readonly stage: Stage
  readonly comments: readonly Comment[]
  /** Whether these are all that there are. */
  readonly isLoaded: boolean
  /** The comment that the page's address names, anew each time that one comes to it. */
  readonly asked: { readonly id: number } | null
  /** The address of a comment. */
  readonly addressOf: (comment: Comment) => string
  /** Adds a comment or a reply. Resolves to whether it was added. */
  readonly add: ((body: NewComment) => Promise<boolean>) | null
  /** Marks a comment as done. Null where nobody does. */
  readonly tick: ((comment: Comment) => ComponentChildren) | null
  /** The text of a comment, and what belongs to it. Null where there is the text alone. */
  readonly body: ((comment: Comment) => ComponentChildren) | null
  /** What stands before the name of who wrote a comment. Null where that is nothing. */
  readonly face: ((comment: Comment) => ComponentChildren) | null
  /** What else can be done with a comment. Null where that is nothing. */
  readonly acts: ((comment: Comment) => ComponentChildren) | null
  /** The version that a comment was made on, if it matters. */
  readonly versionOf: (comment: Comment) => { readonly name: string, readonly isEarlier: boolean } | null
  /** The comment that is answered in the field for new ones. Null where each comment has a field for replies. */
  readonly replyTo: Signal<Comment | null> | null
  /** The people who may be mentioned. Null where nobody is. */
  readonly people: (() => Promise<readonly Person[]>) | null
  readonly words: { readonly field: string, readonly goTo: (moment: string) => string | undefined }
}
