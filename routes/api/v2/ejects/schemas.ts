import { Type } from '@sinclair/typebox'
import { LONGEST_PATH } from '#src/drop-folders/definitions/rules.js'
import { Eject, renditions } from '#src/ejects/schema.js'
import { isText, refuseLonger, STRING_RULE } from '#src/http/rules.js'
import { described, OneOf, Ruled, strict, WholeNumber } from '#src/http/schemas.js'
import { isRelativePath, RELATIVE_PATH_RULE } from '#src/locations/paths.js'
import { idOf } from '#src/openapi/descriptions.js'
import type { Tag } from '#src/openapi/tags.js'
import { orRefused, samples } from '../schemas.js'

export const ejectsTag: Tag = {
  name: 'Ejects',
  description:
    'An eject writes the files of an asset, a project or a collection to an outgoing drop folder, with a list of their digests.',
  position: 71
}

const text = Type.String()

export const EjectParams = Type.Object({ eject_id: described(text, idOf('eject'), samples.importId) })

const refuseLongerPath = refuseLonger(LONGEST_PATH)

const Path = Type.Unsafe<string>(Ruled(Type.String({ maxLength: LONGEST_PATH }), (sent) => {
  if (!isText(sent)) return STRING_RULE
  return refuseLongerPath(sent) ?? (isRelativePath(sent) ? undefined : RELATIVE_PATH_RULE)
}))

export const CreateEjectBody = strict(Type.Object({
  drop_folder_id: described(WholeNumber, 'Id of an outgoing drop folder.', 1),
  rendition: Type.Optional(described(
    OneOf(renditions),
    '`original`, the default: the files as they are. `proxy`: what browsers show.',
    'original'
  )),
  path: Type.Optional(described(
    Path, 'Path of a folder in that of the drop folder, with slashes. It is made where it is missing.', 'masters'
  ))
}))

const EjectError = Type.Object({
  asset_id: described(text, idOf('asset'), samples.assetId),
  error: described(text, 'Reason why the file is not out.', 'No file is ready')
}, { title: 'EjectError' })

export const EjectReply = Type.Object({ eject: Eject }, { description: 'The eject, which continues in the background.' })

export const CreateEjectReply = orRefused(EjectReply)

export const EjectsReply = Type.Object({ ejects: Type.Array(Eject) }, {
  description: 'A page of the ejects, newest first.'
})

export const EjectAndErrorsReply = Type.Object({ eject: Eject, errors: Type.Array(EjectError) }, {
  description: 'The eject, and the first 1,000 errors of its files.'
})
