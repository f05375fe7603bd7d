import type { PlainSchema } from './plain.js'

/** The parts of an OpenAPI document that are used here. */
export interface ApiDocument {
  paths: Record<string, Record<string, Operation>>
  webhooks?: Record<string, Record<string, Operation>>
  components: { schemas?: Record<string, PlainSchema>, responses?: Record<string, ResponseObject> }
  [part: string]: unknown
}

export interface Operation {
  requestBody?: BodyObject
  responses?: Record<string, ResponseObject>
  [part: string]: unknown
}

export interface BodyObject {
  content?: Record<string, { schema?: PlainSchema, [part: string]: unknown }>
  required?: boolean
}

export interface ResponseObject extends BodyObject {
  $ref?: string
  description?: string
}

/** All operations of a document, webhooks included. */
export function operationsOf ({ paths, webhooks = {} }: ApiDocument): Operation[] {
  return [paths, webhooks].flatMap((group) => Object.values(group)).flatMap((item) => Object.values(item))
}
