// A picture, fetched by us and handed to the browser under a type of our choosing, never the file's own (T-075).

import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { imageLimitBytes, readContent } from '../file-content-client.ts'
import type { Preview } from './preview-view.tsx'

export function useImage(server: string, path: string, type: string | null): Preview {
  const read = useQuery({
    queryKey: ['image', server, path],
    queryFn: ({ signal }) => readContent(server, path, imageLimitBytes, signal),
    enabled: type !== null,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  const bytes = read.data && 'bytes' in read.data ? read.data.bytes : null
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (!bytes || !type) return
    const created = URL.createObjectURL(new Blob([bytes], { type }))
    setAddress(created)
    return () => {
      URL.revokeObjectURL(created)
      setAddress(null)
    }
  }, [bytes, type])

  if (read.isError) return { kind: 'problem', problem: read.error, onRetry: () => void read.refetch() }
  if (read.data && 'sizeBytes' in read.data) return { kind: 'tooLarge', sizeBytes: read.data.sizeBytes }
  if (!bytes || !address) return { kind: 'loading' }
  return { kind: 'image', address, sizeBytes: bytes.length }
}
