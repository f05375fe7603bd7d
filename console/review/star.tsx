import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { ask, request, type ItemType } from '../api/client.ts'
import { mayWrite } from '../api/session.ts'
import { pathOf } from '../items/item.ts'
import { tellFailure } from '../ui/notes.tsx'

/** Makes an item a favorite of the user. */
export function Star ({ type, id }: { type: ItemType, id: string }) {
  const isFavorite = useSignal<boolean | null>(null)
  const path = `${pathOf(type, id)}/favorite`
  useEffect(() => {
    request<{ favorite: boolean }>('GET', path).then(({ favorite }) => { isFavorite.value = favorite }, () => {})
  }, [path])
  if (isFavorite.value === null || !mayWrite.value) return null

  async function toggle () {
    const wanted = !isFavorite.value!
    try {
      await ask(wanted ? 'PUT' : 'DELETE', path)
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
