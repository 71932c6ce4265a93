// Stands in bundles for @grpc/proto-loader, which gRPC needs for its debugging services alone and which is large.

export function loadSync(): never {
  throw new Error('the debugging services of gRPC are not part of this bundle')
}
