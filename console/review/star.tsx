import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { api, done, type ItemType } from '../api/client.ts'
import { mayWrite } from '../api/session.ts'
import { idsOf, pathOf } from '../items/item.ts'
import { tellFailure } from '../ui/notes.tsx'

/** Makes an item a favorite of the user. */
export function Star ({ type, id }: { type: ItemType, id: string }) {
  const isFavorite = useSignal<boolean | null>(null)
  const path = pathOf(type, '/favorite')
  const sent = { params: { path: idsOf(id) } }
  useEffect(() => {
    done(api.GET(path, sent)).then(({ favorite }) => { isFavorite.value = favorite }, () => {})
  }, [type, id])
  if (isFavorite.value === null || !mayWrite.value) return null

  async function toggle () {
    const wanted = !isFavorite.value!
    try {
      await done(wanted ? api.PUT(path, sent) : api.DELETE(path, sent))
      isFavorite.value = wanted
    } catch (error) {
      tellFailure(error)
    }
  }
  return (
    <button type='button' class='button' onClick={toggle}>
      {isFavorite.value ? '★' : '☆'}<span class='hidden-text'> {isFavorite.value ? 'Remove from favorites' : 'Add to favorites'}</span>
    </button>
  )
}
