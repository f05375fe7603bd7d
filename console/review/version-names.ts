import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { api, done } from '../api/client.ts'
import type { Comment, Talk } from '../room/talk.ts'

/** The id of the file that was there when a comment was made. */
function fileOf ({ media_id: id }: Comment): string | null {
  return id ?? null
}

/**
 * Which version a comment was made on, once there are several. Versions count from the earliest that is kept, by the
 * time when they came.
 */
export function useVersionNames (id: string, fileId: string | undefined, comments: readonly Comment[]): Talk['versionOf'] {
  const order = useSignal<readonly string[]>([])
  const isOld = (comment: Comment) => fileOf(comment) !== null && fileOf(comment) !== fileId
  const isNeeded = fileId !== undefined && comments.some(isOld)
  useEffect(() => {
    if (!isNeeded) {
      order.value = []
      return
    }
    let isGone = false
    const params = { path: { asset_id: id } }
    Promise.all([
      done(api.GET('/api/v2/assets/{asset_id}/versions', { params })),
      done(api.GET('/api/v2/assets/{asset_id}/media', { params }))
    ]).then(([{ versions }, { media }]) => {
      if (isGone) return
      const all = [...versions, ...media.filter((file) => file.id === fileId)]
      order.value = all.sort((one, other) => one.created_at < other.created_at ? -1 : 1).map((file) => file.id)
    }).catch(() => {})
    return () => { isGone = true }
  }, [id, fileId, isNeeded])
  // Without all of them nobody knows how many came before.
  const isWhole = comments.every((comment) => fileOf(comment) === null || order.value.includes(fileOf(comment)!))
  return (comment) => {
    const place = order.value.indexOf(fileOf(comment) ?? '')
    if (!isNeeded || fileOf(comment) === null || order.value.length === 0) return null
    const isEarlier = isOld(comment)
    if (isWhole) return { name: `Version ${place + 1}`, isEarlier }
    return { name: isEarlier ? 'Earlier version' : 'This version', isEarlier }
  }
}
