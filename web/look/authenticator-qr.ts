// A real QR code for the made-up secret of the fixtures, drawn as the panel draws it: one square per dark module.

const size = 49

/** Row by row, each bit a module. */
const rows = [
  '0000000000000',
  '0000000000000',
  '07f39359fe5fc',
  '0414103e02904',
  '05d5730d5e974',
  '05d6cbb766d74',
  '05d1367eb9d74',
  '041119458c104',
  '07f55555555fc',
  '0004af4673000',
  '0416a5fe39f38',
  '018b6fabb5fd8',
  '00738227d3b28',
  '0568a2eb7d7fc',
  '001175ad649c0',
  '00614cc256e8c',
  '04b48b6c8baa0',
  '066b9fdceb9dc',
  '02b33f642902c',
  '06ac052ef2620',
  '06172575d5b94',
  '04aaf9abfe0f0',
  '017d777f317f0',
  '0746d047fbc78',
  '07d66ad503d58',
  '034584444b47c',
  '00fe24fe74fcc',
  '016801d6f2234',
  '0610df73790f8',
  '060ec47cb307c',
  '0079b4e100648',
  '05c03932bac94',
  '03f5f39348d44',
  '0384f534dd930',
  '079fda4c880b4',
  '00893489b98dc',
  '005a9b51cdaa8',
  '03cbd5de5dd70',
  '04ddd97f45ff8',
  '000759447245c',
  '07f29857a9558',
  '0412a7c41747c',
  '05d1a07e1afc4',
  '05d14ef0fe1bc',
  '05d05cf43e654',
  '0410b37c5c230',
  '07f4f78d1bca8',
  '0000000000000',
  '0000000000000',
]

const squares = rows.flatMap((row, y) =>
  Array.from(BigInt(`0x${row}`).toString(2).padStart(size, '0')).flatMap((bit, x) =>
    bit === '1' ? [`M${x},${y}h1v1h-1z`] : [],
  ),
)

export const authenticatorQr = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><rect fill="white" width="${size}" height="${size}"/><path fill="black" d="${squares.join('')}"/></svg>`
