// Uploads a package, after what can be seen from outside was checked here.

import type { Plugin } from '@rookery/contracts/http/plugins.ts'
import { useState } from 'react'
import { useTexts } from '../../texts/texts.ts'
import { fileProblem, type UploadProps } from './plugin-dropzone.tsx'
import { useUpload } from './use-plugin-actions.ts'

export function useCheckedUpload(onDone: (plugin: Plugin) => void): UploadProps {
  const t = useTexts()
  const [refusal, setRefusal] = useState<UploadProps['refusal']>(null)
  const upload = useUpload(onDone)
  return {
    isUploading: upload.isPending,
    refusal,
    onDismiss: () => setRefusal(null),
    onUpload: file => {
      const problem = fileProblem(t, file)
      setRefusal(problem ? { fileName: file.name, problem } : null)
      if (problem || upload.isPending) return
      upload.mutate(file, { onError: error => setRefusal({ fileName: file.name, problem: error }) })
    },
  }
}
