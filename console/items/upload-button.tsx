import { useRef } from 'preact/hooks'
import { openPicker } from '../ui/file-picker.ts'
import { Icon } from '../ui/icon.tsx'
import { pickedIn } from '../ui/picked.ts'
import { sendPicked } from './folders.ts'

interface UploadButtonProps {
  readonly projectId: string | null
  /** Whether it is what one does first here. */
  readonly isMain?: boolean
}

/** Lets the user choose files, or a folder of them. */
export function chooseFiles (projectId: string | null, what: 'files' | 'folder' = 'files'): void {
  openPicker(
    (files) => sendPicked(pickedIn(files), projectId), what === 'folder' ? { webkitdirectory: true } : { multiple: true }
  )
}

/** Chooses files, or a folder of them, of which each becomes an asset. */
export function UploadButton ({ projectId, isMain = false }: UploadButtonProps) {
  const picker = useRef<HTMLInputElement>(null)
  return (
    <>
      <button type='button' class={isMain ? 'button primary' : 'button'} onClick={() => picker.current!.click()}>Upload</button>
      <button type='button' class='icon-button' title='Choose a folder' onClick={() => chooseFiles(projectId, 'folder')}>
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
