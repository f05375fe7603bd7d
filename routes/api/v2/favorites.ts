import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type, type TString } from '@sinclair/typebox'
import type { FastifyError } from 'fastify'
import type { FavoriteOf } from '#src/favorites/favorites.js'
import { described, NoParameters } from '#src/http/schemas.js'
import type { Tag } from '#src/openapi/tags.js'
import { done, replies } from './schemas.js'

const favoritesTag: Tag = {
  name: 'Favorites',
  description: 'Favorites are items and collections that you have marked with a star. Nobody else sees them. `GET /search` finds them with `favorite=true`.',
  position: 36
}

const FavoriteReply = Type.Object({
  favorite: described(Type.Boolean(), 'Whether it is your favorite.', true)
}, { description: 'The state of the favorite.' })

/** A kind of thing that may be a favorite. */
interface Marked {
  /** The parameter of the path, as its other routes describe it. */
  readonly params: Readonly<Record<string, TString>>
  /** For the `operationId`, and for sentences. */
  readonly name: 'Asset' | 'Project' | 'Collection'
  readonly article: 'an' | 'a'
  readonly favorite: FavoriteOf
  readonly missing: FastifyError
}

/** The routes of a favorite. */
export function favoriteOf (
  { params: properties, name, article, favorite, missing }: Marked
): FastifyPluginAsyncTypebox {
  const params = Type.Object(properties)
  const idOf = (sent: unknown) => Object.values(sent as Readonly<Record<string, string>>)[0]!
  const item = `${article} ${name.toLowerCase()}`

  return async function favorites (app) {
    app.get('/', {
      schema: {
        operationId: `is${name}Favorite`,
        tag: favoritesTag,
        summary: `Check whether ${item} is your favorite`,
        description: 'Favorites are your own. No other user sees them.',
        params,
        querystring: NoParameters,
        response: replies({ 200: FavoriteReply }, missing)
      }
    }, async function isFavorite ({ unit, params }) {
      return { favorite: await favorite.has(unit, idOf(params)) }
    })

    app.put('/', {
      schema: {
        operationId: `add${name}Favorite`,
        tag: favoritesTag,
        summary: `Add ${item} to your favorites`,
        description: 'If it is your favorite already, nothing happens.',
        params,
        querystring: NoParameters,
        response: replies(done('Favorite added'), missing)
      }
    }, async function addFavorite ({ unit, params }) {
      await favorite.set(unit, idOf(params), true)
      return { ok: 'Favorite added' }
    })

    app.delete('/', {
      schema: {
        operationId: `remove${name}Favorite`,
        tag: favoritesTag,
        summary: `Remove ${item} from your favorites`,
        description: 'If it is not your favorite, nothing happens.',
        params,
        querystring: NoParameters,
        response: replies(done('Favorite removed'), missing)
      }
    }, async function removeFavorite ({ unit, params }) {
      await favorite.set(unit, idOf(params), false)
      return { ok: 'Favorite removed' }
    })
  }
}
