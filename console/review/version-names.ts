import type { Schemas } from '../api/client.ts'
import type { Comment, Talk } from '../room/talk.ts'

type Made = Pick<Schemas['Version'], 'id' | 'created_at'>

/** The id of the file that was there when a comment was made. */
function fileOf ({ media_id: id }: Comment): string | null {
  return id ?? null
}

/**
 * Which version a comment was made on, once there are several. Versions count from the earliest that is kept, by the
 * time when they came. `versions` is null until they are known.
 */
export function versionNames (
  file: Made | undefined, versions: readonly Made[] | null, comments: readonly Comment[]
): Talk['versionOf'] {
  const isOld = (comment: Comment) => fileOf(comment) !== null && fileOf(comment) !== file?.id
  const isNeeded = file !== undefined && versions !== null && comments.some(isOld)
  const order = isNeeded
    ? [...versions, file].sort((one, other) => one.created_at < other.created_at ? -1 : 1).map(({ id }) => id)
    : []
  // Without all of them nobody knows how many came before.
  const isWhole = comments.every((comment) => fileOf(comment) === null || order.includes(fileOf(comment)!))
  return (comment) => {
    const place = order.indexOf(fileOf(comment) ?? '')
    if (!isNeeded || fileOf(comment) === null || order.length === 0) return null
    const isEarlier = isOld(comment)
    if (isWhole) return { name: `Version ${place + 1}`, isEarlier }
    return { name: isEarlier ? 'Earlier version' : 'This version', isEarlier }
  }
}
