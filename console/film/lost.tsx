import { Icon } from '../ui/icon.tsx'

interface LostProps {
  readonly kind: 'video' | 'audio'
  readonly isDamaged: boolean
  readonly retry: () => void
  /** Null where nobody may send another file. */
  readonly onUpload: (() => void) | null
}

/** In place of a player whose file does not play: why, and what helps. */
export function Lost ({ kind, isDamaged, retry, onUpload }: LostProps) {
  const what = kind === 'video' ? 'film' : 'sound'
  return (
    <div class='stage without'>
      <Icon name={kind === 'video' ? 'film' : 'sound'} />
      <p role='alert'>{isDamaged ? `This ${what} is damaged: it cannot be played.` : `This ${what} does not load.`}</p>
      <div class='actions'>
        {!isDamaged && <button type='button' class='button' onClick={retry}>Try again</button>}
        {onUpload !== null && <button type='button' class='button' onClick={onUpload}>Upload again</button>}
      </div>
    </div>
  )
}
