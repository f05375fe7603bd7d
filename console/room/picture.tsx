import { useSignal } from '@preact/signals'
import { OnStage } from './stage.tsx'
import type { StillProps } from './still.tsx'

/** Previews are not larger: a picture that has more is shown as large as there is room. */
const MOST_OF_PREVIEW = 1280

/** A picture on the stage. */
export function Picture ({ stage, src, alt, width, height, onError, onLoad, around = (image) => image }: StillProps) {
  const loaded = useSignal<{ width: number, height: number } | null>(null)
  const size = loaded.value ?? { width, height }
  const isSmall = size.width !== undefined && Math.max(size.width, size.height ?? 0) < MOST_OF_PREVIEW
  return (
    <OnStage stage={stage} {...size} widest={isSmall ? size.width : undefined}>
      {around(
        <img
          src={src} width={width} height={height} alt={alt} onError={onError}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
            if (naturalWidth > 0) loaded.value = { width: naturalWidth, height: naturalHeight }
            onLoad?.()
          }}
        />
      )}
    </OnStage>
  )
}
