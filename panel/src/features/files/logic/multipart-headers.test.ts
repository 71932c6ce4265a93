import { describe, expect, test } from 'vitest'
import { processorMsOf } from '../../../../../test-services/processor-time.ts'
import { boundaryOf, partHeadOf } from './multipart-headers.ts'

describe('T-071 what a multipart body says about itself', () => {
  test.each([
    ['multipart/form-data; boundary=abc', { boundary: 'abc' }],
    ['Multipart/Form-Data;boundary="a b"', { boundary: 'a b' }],
    ['multipart/form-data; charset=utf-8; boundary=----x', { boundary: '----x' }],
    ['multipart/form-data', 'no boundary'],
    ['multipart/form-data; boundary=', 'no boundary'],
    ['multipart/form-data; boundary=a; boundary=b', 'no boundary'],
    [`multipart/form-data; boundary=${'x'.repeat(71)}`, 'no boundary'],
    ['multipart/form-data; boundary=a\u0000b', 'no boundary'],
    ['multipart/mixed; boundary=a', 'not multipart'],
    ['multipart/form-dataX; boundary=a', 'not multipart'],
    ['application/json', 'not multipart'],
    [undefined, 'not multipart'],
  ])('T-071 %s', (header, expected) => {
    expect(boundaryOf(header)).toEqual(expected)
  })

  const headOf = (...dispositions: string[]) =>
    partHeadOf({
      'content-disposition': dispositions.map(text => Buffer.from(text).toString('latin1')),
      'content-type': ['text/plain'],
    })
  const disposed = (rest: string) => headOf(`form-data; ${rest}`)

  test.each([
    ['name="files"; filename="a.txt"', 'a.txt'],
    ['name=files; filename=a.txt', 'a.txt'],
    ['filename="maps/a b.txt"; name="files"', 'maps/a b.txt'],
    ['name="files"; filename="Größe €.txt"', 'Größe €.txt'],
    ['name="files"; filename="a%22b.txt"', 'a"b.txt'],
    [String.raw`name="files"; filename="a\"b.txt"`, 'a"b.txt'],
    [String.raw`name="files"; filename="a\b.txt"`, String.raw`a\b.txt`],
    ['name="files"; filename="../../etc/passwd"', '../../etc/passwd'],
    ['name="files"; filename="a;name=b.txt"', 'a;name=b.txt'],
  ])('T-071 %s', (rest, fileName) => {
    expect(disposed(rest)).toEqual({ fileName })
  })

  test.each([
    'name="files"',
    'name="files"; filename=""',
    'name="files"; filename="a"; filename="b"',
    'name="files"; name="files"; filename="a"',
    `name="files"; filename*=UTF-8''a`,
    `name="files"; filename="a"; filename*=UTF-8''b`,
    'name="files[0][a]"; filename="a"',
    'name="other"; filename="a"',
    'filename="a"',
    'name="files"; filename="a" and more',
    'name="files"; filename="a',
  ])('T-071 %s is refused', rest => {
    expect(disposed(rest)).toHaveProperty('problem')
  })

  test('T-071 headers that are missing, doubled or not UTF-8 are refused', () => {
    const good = 'form-data; name="files"; filename="a"'
    expect(headOf(good)).toEqual({ fileName: 'a' })
    expect(partHeadOf({})).toHaveProperty('problem')
    expect(headOf(good, good)).toHaveProperty('problem')
    expect(headOf(`${good} folded`)).toHaveProperty('problem')
    expect(headOf(good.replace('form-data', 'attachment'))).toHaveProperty('problem')
    expect(partHeadOf({ 'content-disposition': [good.replace('"a"', '"\xff"')] })).toHaveProperty('problem')
    const long = `${good}${'\\'.repeat(8_000)}`
    expect(processorMsOf(() => expect(headOf(long)).toHaveProperty('problem'))).toBeLessThan(15_000)
  })
})
