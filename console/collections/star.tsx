import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { api, done } from '../api/client.ts'
import { Icon } from '../ui/icon.tsx'
import { tellFailure } from '../ui/notes.tsx'

const PATH = '/api/v2/collections/{collection_id}/favorite'

/** Makes a collection a favorite of the user. */
export function Star ({ id }: { id: string }) {
  const isOn = useSignal<boolean | null>(null)
  const sent = { params: { path: { collection_id: id } } }
  useEffect(() => {
    done(api.GET(PATH, sent)).then(({ favorite }) => { isOn.value = favorite }, () => {})
  }, [id])

  async function set (): Promise<void> {
    const before = isOn.value
    isOn.value = before !== true
    try {
      await done(before === true ? api.DELETE(PATH, sent) : api.PUT(PATH, sent))
    } catch (error) {
      isOn.value = before
      tellFailure(error)
    }
  }
  if (isOn.value === null) return null
  return (
    <button type='button' class='button' aria-pressed={isOn.value} onClick={set}>
      <Icon name='star' />{isOn.value ? 'Remove from favorites' : 'Add to favorites'}
    </button>
  )
}
