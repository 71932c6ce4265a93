// Changes the language at once and keeps it in the profile, so that it follows the person to other browsers.

import { changeProfile, readProfile } from '@rookery/contracts/http/profile.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../platform/api-client.ts'
import { apiQuery } from '../../platform/api-queries.ts'
import type { Language } from '../../texts/languages.ts'
import { chooseOwnLanguage, useTexts } from '../../texts/texts.ts'
import { noteList } from '../../ui/feedback/note-list.ts'
import { problemMessage } from '../problems/problem-message.ts'

export function useChangeLanguage(): (language: Language) => void {
  const t = useTexts()
  const queryClient = useQueryClient()
  const save = useMutation({
    mutationFn: (language: Language) => api(changeProfile, { body: { language } }),
    onSuccess: profile => queryClient.setQueryData(apiQuery(readProfile, {}).queryKey, profile),
    onError: error => noteList.add(t('shell.languageNotSaved'), problemMessage(t, error)),
  })
  return language => {
    void chooseOwnLanguage(language)
    save.mutate(language)
  }
}
