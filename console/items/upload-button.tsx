import { useRef } from 'preact/hooks'
import { Icon } from '../ui/icon.tsx'
import { pickedIn, sendPicked } from './folders.ts'

/** Chooses files, or a folder of them, of which each becomes an asset. */
export function UploadButton ({ projectId }: { projectId: string | null }) {
  const picker = useRef<HTMLInputElement>(null)
  const pickFolder = () => {
    const folder = Object.assign(document.createElement('input'), { type: 'file', webkitdirectory: true })
    folder.onchange = () => sendPicked(pickedIn(folder.files ?? []), projectId)
    folder.click()
  }
  return (
    <>
      <button type='button' class='button' onClick={() => picker.current!.click()}>Upload</button>
      <button type='button' class='icon-button' title='Choose a folder' onClick={pickFolder}>
        <Icon name='folder' /><span class='hidden-text'>Choose a folder</span>
      </button>
      <input
        ref={picker} type='file' multiple hidden aria-hidden='true' tabIndex={-1}
        onChange={(event) => {
          sendPicked(pickedIn(event.currentTarget.files ?? []), projectId)
          event.currentTarget.value = ''
        }}
      />
    </>
  )
}
