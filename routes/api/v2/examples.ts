import type { TObject } from '@sinclair/typebox'
import { EXTERNAL_ID_TAKEN } from '#src/errors.js'
import { exampleOf } from '#src/openapi/examples.js'
import { toPlain } from '#src/openapi/plain.js'
import { samples } from './schemas.js'

/** Examples of whole answers, where those of the parts would contradict the example of the request. */

/** Values that a new item lacks, and gets by updates and assignments. */
export const unplaced = { external_id: null, project_id: null }

/** The answer to a body. Its first value shows what the example of the body has sent, and the given values. */
export function answerTo<Reply extends TObject> (body: TObject, reply: Reply, values: object = {}): Reply {
  return { ...reply, examples: [{ ...wholeExample(reply), ...itemOf(reply, { ...wholeExample(body), ...values }) }] }
}

/** The same for an update of an item, with a second example for a taken external id. */
export function answerToUpdate<Reply extends TObject> (body: TObject, reply: Reply): Reply {
  const done = answerTo(body, reply, { modification_date: samples.laterSeconds })
  const refused = { ...itemOf(reply, { external_id: null }), errors: { external_id: EXTERNAL_ID_TAKEN } }
  return { ...done, examples: [...done.examples as unknown[], refused] }
}

function itemOf (reply: TObject, values: object): object {
  const [name, item] = Object.entries(reply.properties)[0]!
  const { properties } = item as TObject
  const shown = Object.entries(values).filter(([name]) => Object.hasOwn(properties, name))
  return { [name]: { ...wholeExample(item as TObject), ...Object.fromEntries(shown) } }
}

/** The example of a schema in the API document. */
export function wholeExample (schema: TObject): object {
  return exampleOf(toPlain(schema)) as object
}
