import type { TObject } from '@sinclair/typebox'
import type { LinePart, ReviewPart, SearchExtension } from './core/extension.js'
import type { EventForm, EventKind } from './core/events/forms.js'
import type { Consumer } from './core/events/consumer.js'
import type { Teller } from './core/events/teller.js'
import type { GuestView } from './core/guest-view.js'
import type { Release } from './core/release.js'
import type { Transact } from './core/transact.js'
import type { Database } from './database/database.js'
import type { Holder } from './media/loose-files.js'
import type { DeliveryFollower } from './webhooks/delivery/follower.js'
import type { Job } from './work/loop/loop.js'

/** What the jobs of a domain work with: connections for background work. */
export interface Background {
  readonly database: Database
  readonly transact: Transact
}

/** Something that a domain shows. */
export interface Thing {
  readonly schema: TObject
  /** Null: guests see nothing of it. */
  readonly guests: GuestView | null
}

/**
 * What a domain says of itself: all that others have to know of it. It is in the domain's `domain.ts`, and
 * src/domains.ts has the list.
 */
export interface Domain {
  /** Its folder in src/. */
  readonly name: string
  readonly tables: readonly string[]
  /** Words that tell of it: no file outside of its folder has them. */
  readonly words: RegExp
  /** Files in which these words mean other things, from src/ on. */
  readonly otherwise?: RegExp
  /** The domains that it is made of, or tells of. */
  readonly uses?: readonly string[]
  readonly things?: Readonly<Record<string, Thing>>
  readonly events?: Readonly<Partial<Record<EventKind, EventForm>>>
  /** Whom it tells of its events, and how. */
  readonly teller?: Teller
  /** What it does at the events of others, before webhooks, the index and the log of changes hear of them. */
  readonly follower?: Consumer
  /** What it does when deliveries of its events end. */
  readonly deliveries?: DeliveryFollower
  /** What it does when items, or things of other domains, are deleted for good. */
  readonly release?: Release
  /** What it adds to searches. */
  readonly search?: SearchExtension
  /** What it adds to the `review` of assets in lists, and what guests see of it on an asset. */
  readonly review?: ReviewPart
  /** What it adds to a line of exports. */
  readonly line?: LinePart
  /** What it does about its loose files. */
  readonly holder?: Holder
  readonly jobs?: (background: Background) => readonly Job[]
  /** The addresses of its pages of the console. */
  readonly pages?: readonly string[]
}
