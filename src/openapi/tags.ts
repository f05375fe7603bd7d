/** A chapter of the API document. The schema of a route names it. */
export interface Tag {
  readonly name: string
  readonly description: string
  /** The order of chapters, lowest first, in steps of ten. */
  readonly position: number
}

declare module 'fastify' {
  interface FastifySchema {
    tag?: Tag
  }
}

/** The chapters in their order. */
export function listTags (tags: Iterable<Tag>) {
  return [...tags].sort((a, b) => a.position - b.position).map(({ name, description }) => ({ name, description }))
}
