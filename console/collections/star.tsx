import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { request } from '../api/client.ts'
import { Icon } from '../ui/icon.tsx'
import { tellFailure } from '../ui/notes.tsx'

/** Makes an item a favorite of the user. `path` is that of the item: `collections/3`. */
export function Star ({ path }: { path: string }) {
  const isOn = useSignal<boolean | null>(null)
  const address = `/api/v2/${path}/favorite`
  useEffect(() => {
    request<{ favorite: boolean }>('GET', address).then(({ favorite }) => { isOn.value = favorite }, () => {})
  }, [address])

  async function set (): Promise<void> {
    const before = isOn.value
    isOn.value = before !== true
    try {
      await request(before === true ? 'DELETE' : 'PUT', address)
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
