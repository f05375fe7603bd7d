import type { FastifyBaseLogger } from 'fastify'

let isSaid = false

/** Says once in the life of a process that the colours of films in HLG and PQ stay as they are. */
export function sayUnmapped (log: Pick<FastifyBaseLogger, 'warn'>): void {
  if (isSaid) return
  isSaid = true
  log.warn('this ffmpeg has no zscale: the colours of films in HLG and PQ are not mapped')
}
