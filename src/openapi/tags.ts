/** A chapter of the API document. A route names the one that it belongs to in its schema. */
export interface Tag {
  readonly name: string
  readonly description: string
  /** Where it stands: the lowest is the first. They are ten apart, so that others fit in between. */
  readonly position: number
}

declare module 'fastify' {
  interface FastifySchema {
    tag?: Tag
  }
}

/** Chapters as the document lists them. */
export function listTags (tags: Iterable<Tag>) {
  return [...tags].sort((a, b) => a.position - b.position).map(({ name, description }) => ({ name, description }))
}
