package io.strandline.lab.objects;

import java.io.InputStream;
import java.util.concurrent.atomic.AtomicInteger;
import org.gaul.s3proxy.blobstore.ForwardingBlobStore;
import org.gaul.s3proxy.nio2blob.TransientNio2BlobStore;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Request;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.PutObjectResponse;

/** Objects in memory, with the ways in which a server can go wrong. Thread-safe. */
final class Faults extends ForwardingBlobStore {

  private final AtomicInteger listed = new AtomicInteger();
  private volatile String lost = "";
  private volatile String fatal = "";
  private volatile boolean down;
  private volatile boolean ignoring;

  Faults() {
    super(new TransientNio2BlobStore());
  }

  /** The next put of a key that ends so is stored, and its answer is an error. */
  void loseAnswerOf(String ending) {
    lost = ending;
  }

  /** As {@link #loseAnswerOf}, and from then on every answer is an error. */
  void dieAfter(String ending) {
    fatal = ending;
  }

  /** Goes right again. */
  void heal() {
    lost = "";
    fatal = "";
    down = false;
    ignoring = false;
  }

  /** Takes no notice of a put's condition any more. */
  void ignoreConditions() {
    ignoring = true;
  }

  /** The objects listed since the last call. */
  int takeListed() {
    return listed.getAndSet(0);
  }

  @Override
  public PutObjectResponse putBlob(PutObjectRequest request, InputStream content) {
    requireUp();
    PutObjectRequest seen = ignoring ? request.toBuilder().ifNoneMatch(null).build() : request;
    PutObjectResponse response = super.putBlob(seen, content);
    if (matches(lost, request.key())) {
      lost = "";
      throw new IllegalStateException("the answer is lost");
    }
    if (matches(fatal, request.key())) {
      fatal = "";
      down = true;
      requireUp();
    }
    return response;
  }

  @Override
  public ResponseInputStream<GetObjectResponse> getBlob(GetObjectRequest request) {
    requireUp();
    return super.getBlob(request);
  }

  @Override
  public ListObjectsV2Response list(ListObjectsV2Request request) {
    requireUp();
    ListObjectsV2Response response = super.list(request);
    listed.addAndGet(response.contents().size());
    return response;
  }

  private static boolean matches(String ending, String key) {
    return !ending.isEmpty() && key.endsWith(ending);
  }

  private void requireUp() {
    if (down) {
      throw new IllegalStateException("the server is down");
    }
  }
}
