import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type, type TSchema } from '@sinclair/typebox'
import type { FastifyError } from 'fastify'
import { DropFolderIncoming, DropFolderNotFound, DropFolderPaused } from '#src/drop-folders/errors.js'
import { MOST_ASSETS } from '#src/ejects/choose.js'
import { presentEject, type EjectedType } from '#src/ejects/rows.js'
import { NoFileReady, RoleRefused, TooMany } from '#src/errors.js'
import { NoParameters } from '#src/http/schemas.js'
import { CreateEjectBody, CreateEjectReply, ejectsTag } from './ejects/schemas.js'
import { replies } from './schemas.js'

interface EjectRoute {
  readonly type: EjectedType
  /** `Asset` */
  readonly name: string
  /** The parameter of its path. */
  readonly id: TSchema
  readonly missing: FastifyError
}

const says: Readonly<Record<EjectedType, string>> = {
  asset: 'Writes its newest ready file.',
  project: 'Writes the files of the assets that you see in it and in its subprojects, each project as a folder.',
  collection: 'Writes the files of the assets in it that you may change, in a folder.'
}

/** The route of ejects, which is the same below assets, projects and collections. */
export function ejectRoute ({ type, name, id, missing }: EjectRoute): FastifyPluginAsyncTypebox {
  return async function ejects (app) {
    app.post('/', {
      schema: {
        operationId: `create${name}Eject`,
        tag: ejectsTag,
        summary: `Eject ${type === 'asset' ? 'an' : 'a'} ${type}`,
        description: `${says[type]} A taken name with the same bytes is that file; other files get a number. Nothing is replaced. Last comes a list of their digests. An eject has at most 10,000 assets.`,
        params: Type.Object({ [`${type}_id`]: id }),
        querystring: NoParameters,
        body: CreateEjectBody,
        response: replies(
          { 200: CreateEjectReply }, missing, new DropFolderNotFound(), new RoleRefused(), new DropFolderIncoming(),
          new DropFolderPaused(), new NoFileReady(), ...type === 'asset' ? [] : [new TooMany(`${MOST_ASSETS} assets`)]
        )
      }
    }, async function createEject ({ unit, params, body }) {
      const itemId = (params as Readonly<Record<string, string>>)[`${type}_id`]!
      return { eject: presentEject(await app.ejects.create(unit, type, itemId, body)) }
    })
  }
}
